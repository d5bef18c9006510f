// The same for the server, with its log and the two parts of Boost that are slow to read.
#pragma once

#include "precompiled.hpp"

#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <spdlog/spdlog.h>
