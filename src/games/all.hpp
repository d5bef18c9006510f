// THE list of games, in the order in which they are shown.
#pragma once

namespace touchline {

template <class... Games>
struct GameList {};

using AllGames = GameList<>;

} // namespace touchline
