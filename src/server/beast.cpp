// Asio and Beast themselves: compiled here once, declared elsewhere.
#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>
