// The tables of the PostgreSQL database, and how older ones become newer ones.
#pragma once

#include <pqxx/pqxx>

namespace touchline::store {

// Makes the tables or brings them up to date; servers that start together do so one after the other. Throws StoreError
// where a newer program made them.
void bring_up_to_date(pqxx::connection& connection);

} // namespace touchline::store
