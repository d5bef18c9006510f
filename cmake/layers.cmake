# One library a folder of src/. A folder includes only what its line names (checked by tests/layers.py).
file(GLOB core_sources CONFIGURE_DEPENDS src/core/*.cpp)
add_library(touchline_core STATIC ${core_sources})
target_include_directories(touchline_core PUBLIC src)
file(GLOB_RECURSE embedded_paths CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} data/*.toml docs/rules/*.md web/dist/*)
touchline_embed(touchline_core ${embedded_paths})

# Slow headers are read once: this target holds what the layers share (cmake/precompiled.hpp).
file(WRITE ${CMAKE_BINARY_DIR}/precompiled.cpp "")
add_library(touchline_precompiled STATIC ${CMAKE_BINARY_DIR}/precompiled.cpp)
target_link_libraries(touchline_precompiled PRIVATE fmt::fmt nlohmann_json::nlohmann_json)
target_precompile_headers(touchline_precompiled PRIVATE ${CMAKE_SOURCE_DIR}/cmake/precompiled.hpp)

# touchline_layer(NAME LIBS lib... [PRECOMPILED header]): every .cpp of src/NAME, if there is any.
function(touchline_layer name)
  cmake_parse_arguments(LAYER "" "PRECOMPILED" "LIBS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/${name}/*.cpp)
  if(sources)
    add_library(touchline_${name} STATIC ${sources})
    target_link_libraries(touchline_${name} PUBLIC ${LAYER_LIBS})
    if(LAYER_PRECOMPILED)
      target_precompile_headers(touchline_${name} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/${LAYER_PRECOMPILED})
    else()
      target_precompile_headers(touchline_${name} REUSE_FROM touchline_precompiled)
    endif()
  else()
    add_library(touchline_${name} INTERFACE)
    target_link_libraries(touchline_${name} INTERFACE ${LAYER_LIBS})
  endif()
endfunction()

touchline_layer(games LIBS touchline_core fmt::fmt nlohmann_json::nlohmann_json PkgConfig::sodium)
touchline_layer(play LIBS touchline_games)
touchline_layer(solve LIBS touchline_games Threads::Threads)
touchline_layer(bots LIBS touchline_play touchline_solve)
touchline_layer(review LIBS touchline_play touchline_solve)
touchline_layer(lab LIBS touchline_play touchline_solve touchline_bots Threads::Threads)
# What dice decide is foreseen better at conditional jumps than at computed ones: up to a quarter more games a second.
set(PLAYOUT_OPTIONS -fno-jump-tables)
target_compile_options(touchline_lab PRIVATE ${PLAYOUT_OPTIONS})
touchline_layer(terminal LIBS touchline_play touchline_bots touchline_review)
touchline_layer(store LIBS touchline_play SQLiteCpp)
touchline_layer(server LIBS touchline_play touchline_store touchline_bots touchline_review touchline_lab spdlog::spdlog ZLIB::ZLIB
                            ${PROMETHEUS_CORE} Threads::Threads
                       PRECOMPILED precompiled_server.hpp)
# Asio and Beast are compiled once, in src/server/beast.cpp.
target_compile_definitions(touchline_server PUBLIC BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED)
# Asio's fences mean nothing to the thread sanitizer: it goes by the locks beside them.
if(TOUCHLINE_SANITIZE MATCHES "thread")
  target_compile_options(touchline_server PUBLIC -Wno-tsan)
endif()
touchline_layer(cli LIBS touchline_server touchline_terminal touchline_lab touchline_review touchline_bots)
