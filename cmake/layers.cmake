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

# Groups the files of each folder, at most so many in one unit.
function(touchline_together target most)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "${folder}" group)
    math(EXPR count_${group} "0${count_${group}} + 1")
    math(EXPR part "(${count_${group}} - 1) / ${most}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${group}_${part}")
  endforeach()
endfunction()

# touchline_layer(NAME LIBS lib... [PRECOMPILED header] [TOGETHER n] [OPTIMIZE level]): every .cpp of src/NAME, if there is
# any. TOGETHER: so many files are compiled as one, those of a folder with each other, because reading their headers takes
# longer than compiling them (off with TOUCHLINE_TOGETHER=OFF). OPTIMIZE: where a release need not be as fast as it can.
option(TOUCHLINE_TOGETHER "Compile the small files of a layer together" ON)
function(touchline_layer name)
  cmake_parse_arguments(LAYER "" "PRECOMPILED;TOGETHER;OPTIMIZE" "LIBS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/${name}/*.cpp)
  if(sources)
    add_library(touchline_${name} STATIC ${sources})
    target_link_libraries(touchline_${name} PUBLIC ${LAYER_LIBS})
    if(LAYER_TOGETHER AND TOUCHLINE_TOGETHER)
      touchline_together(touchline_${name} ${LAYER_TOGETHER} ${sources})
    endif()
    if(LAYER_OPTIMIZE)
      target_compile_options(touchline_${name} PRIVATE $<$<CONFIG:Release>:${LAYER_OPTIMIZE}>)
    endif()
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

touchline_layer(games LIBS touchline_core fmt::fmt nlohmann_json::nlohmann_json PkgConfig::sodium TOGETHER 8 OPTIMIZE -O2)
touchline_layer(play LIBS touchline_games TOGETHER 6 OPTIMIZE -O2)
touchline_layer(solve LIBS touchline_games Threads::Threads)
touchline_layer(analysis LIBS touchline_play touchline_solve Threads::Threads)
# What dice decide is foreseen better at conditional jumps than at computed ones: up to a quarter more games a second.
set(PLAYOUT_OPTIONS -fno-jump-tables)
target_compile_options(touchline_analysis PRIVATE ${PLAYOUT_OPTIONS})
touchline_layer(bots LIBS touchline_analysis TOGETHER 8 OPTIMIZE -O2)
touchline_layer(review LIBS touchline_play TOGETHER 8 OPTIMIZE -O1)
touchline_layer(lab LIBS touchline_bots TOGETHER 8 OPTIMIZE -O2)
touchline_layer(terminal LIBS touchline_play TOGETHER 8 OPTIMIZE -O1)
touchline_layer(store LIBS touchline_play SQLiteCpp TOGETHER 8 OPTIMIZE -O1)
touchline_layer(server LIBS touchline_play touchline_store spdlog::spdlog ZLIB::ZLIB
                            ${PROMETHEUS_CORE} Threads::Threads
                       PRECOMPILED precompiled_server.hpp TOGETHER 7 OPTIMIZE -O1)
# Coroutines of two files in one unit trouble g++ 12; these are the slowest, and few.
set_source_files_properties(src/server/http_session.cpp src/server/ws_session.cpp src/server/server.cpp src/server/beast.cpp
                            PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
# Asio and Beast are compiled once, in src/server/beast.cpp.
target_compile_definitions(touchline_server PUBLIC BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED)
# Asio's fences mean nothing to the thread sanitizer: it goes by the locks beside them.
if(TOUCHLINE_SANITIZE MATCHES "thread")
  target_compile_options(touchline_server PUBLIC -Wno-tsan)
endif()
touchline_layer(cli LIBS touchline_server touchline_terminal touchline_lab touchline_review TOGETHER 6 OPTIMIZE -O1)
