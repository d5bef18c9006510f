// The same for the tests, with their framework.
#pragma once

#include "precompiled.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
