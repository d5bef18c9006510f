// The same for the tests of the server.
#pragma once

#include "precompiled_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
