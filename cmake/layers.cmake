# One library a folder of src/. A folder includes only what its line names (checked by tests/layers.py).
file(GLOB core_sources CONFIGURE_DEPENDS src/core/*.cpp)
add_library(touchline_core STATIC ${core_sources})
target_include_directories(touchline_core PUBLIC src)
file(GLOB_RECURSE embedded_paths CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} data/*.toml data/atlas/*.json docs/rules/*.md web/dist/*)
touchline_embed(touchline_core ${embedded_paths})

# Slow headers are read once: this target holds what the layers share (cmake/precompiled.hpp).
file(WRITE ${CMAKE_BINARY_DIR}/precompiled.cpp "")
add_library(touchline_precompiled STATIC ${CMAKE_BINARY_DIR}/precompiled.cpp)
target_link_libraries(touchline_precompiled PRIVATE ${FMT} nlohmann_json::nlohmann_json)
target_include_directories(touchline_precompiled PRIVATE ${CMAKE_SOURCE_DIR}/cmake)
target_precompile_headers(touchline_precompiled PRIVATE <precompiled.hpp>)

# Sets RESULT to units that include the files of each folder, at most so many in one, by their paths below ROOT: the same
# text in every clone, so that ccache finds what another one compiled. By the name UnifiedSource clang's analyzer knows that the
# files included there are no headers.
set(TOUCHLINE_UNIT "" CACHE STRING "How the names of these units begin")
function(touchline_together result root most)
  set(units "")
  foreach(source IN LISTS ARGN)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${root} OUTPUT_VARIABLE path)
    cmake_path(GET path PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "${folder}" group)
    math(EXPR count_${group} "0${count_${group}} + 1")
    math(EXPR part "(${count_${group}} - 1) / ${most}")
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/together/${TOUCHLINE_UNIT}${group}_${part}.cpp)
    list(APPEND units ${unit})
    string(APPEND ${unit} "#include \"${path}\"\n")
  endforeach()
  list(REMOVE_DUPLICATES units)
  foreach(unit IN LISTS units)
    file(CONFIGURE OUTPUT ${unit} CONTENT "${${unit}}")
  endforeach()
  set(${result} ${units} PARENT_SCOPE)
endfunction()

# touchline_layer(NAME LIBS lib... [PRECOMPILED header] [TOGETHER n] [ALONE file...] [OPTIMIZE level]): every .cpp of src/NAME,
# if there is any. TOGETHER: so many files are compiled as one, those of a folder with each other, because reading their headers
# takes longer than compiling them (off with TOUCHLINE_TOGETHER=OFF); ALONE: all but these. OPTIMIZE: where a release need not
# be as fast as it can.
option(TOUCHLINE_TOGETHER "Compile the small files of a layer together" ON)
function(touchline_layer name)
  cmake_parse_arguments(LAYER "" "PRECOMPILED;TOGETHER;OPTIMIZE" "LIBS;ALONE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/${name}/*.cpp)
  if(sources)
    if(LAYER_TOGETHER AND TOUCHLINE_TOGETHER)
      list(TRANSFORM LAYER_ALONE PREPEND ${CMAKE_SOURCE_DIR}/src/${name}/)
      list(REMOVE_ITEM sources ${LAYER_ALONE})
      touchline_together(sources ${CMAKE_SOURCE_DIR}/src ${LAYER_TOGETHER} ${sources})
      list(APPEND sources ${LAYER_ALONE})
    endif()
    add_library(touchline_${name} STATIC ${sources})
    target_include_directories(touchline_${name} PUBLIC src)
    target_link_libraries(touchline_${name} PUBLIC ${LAYER_LIBS})
    if(LAYER_OPTIMIZE)
      target_compile_options(touchline_${name} PRIVATE $<$<CONFIG:Release>:${LAYER_OPTIMIZE}>)
    endif()
    if(LAYER_PRECOMPILED)
      target_include_directories(touchline_${name} PRIVATE ${CMAKE_SOURCE_DIR}/cmake)
      target_precompile_headers(touchline_${name} PRIVATE <${LAYER_PRECOMPILED}>)
    else()
      target_precompile_headers(touchline_${name} REUSE_FROM touchline_precompiled)
    endif()
  else()
    add_library(touchline_${name} INTERFACE)
    target_link_libraries(touchline_${name} INTERFACE ${LAYER_LIBS})
  endif()
endfunction()

touchline_layer(games LIBS touchline_core ${FMT} nlohmann_json::nlohmann_json PkgConfig::sodium TOGETHER 8 OPTIMIZE -O2)
touchline_layer(play LIBS touchline_games TOGETHER 12 ALONE kinds.cpp OPTIMIZE -O2)
touchline_layer(fair LIBS touchline_play TOGETHER 8 OPTIMIZE -O2)
touchline_layer(solve LIBS touchline_games Threads::Threads TOGETHER 10
                      ALONE group.cpp program.cpp row_kernels.cpp red_boar_gridiron/hand_game.cpp)
# Where solvers spend their time, whatever the build: what is compiled for a few seconds more saves the tests minutes. The level
# of optimization is part of a precompiled header, so these read their own.
set_source_files_properties(src/solve/group.cpp src/solve/program.cpp src/solve/row_kernels.cpp src/solve/red_boar_gridiron/hand_game.cpp
                            PROPERTIES COMPILE_OPTIONS -O3 SKIP_PRECOMPILE_HEADERS ON)
touchline_layer(analysis LIBS touchline_play touchline_solve Threads::Threads)
# What dice decide is foreseen better at conditional jumps than at computed ones: up to a quarter more games a second.
set(PLAYOUT_OPTIONS -fno-jump-tables)
target_compile_options(touchline_analysis PRIVATE ${PLAYOUT_OPTIONS})
touchline_layer(bots LIBS touchline_analysis TOGETHER 8 OPTIMIZE -O2)
touchline_layer(review LIBS touchline_play TOGETHER 8 OPTIMIZE -O1)
touchline_layer(lab LIBS touchline_bots touchline_review TOGETHER 16 OPTIMIZE -O1)
touchline_layer(abi LIBS touchline_fair touchline_lab touchline_review TOGETHER 12 OPTIMIZE -O2)
touchline_layer(terminal LIBS touchline_play TOGETHER 8 OPTIMIZE -O1)
# The boards by the id of their game: every file of terminal/boards is one.
file(GLOB board_files CONFIGURE_DEPENDS src/terminal/boards/*.cpp)
set(board_functions "")
set(board_entries "")
foreach(path IN LISTS board_files)
  cmake_path(GET path STEM game)
  string(REPLACE "_" "-" id ${game})
  string(APPEND board_functions "Board ${game}();\n")
  string(APPEND board_entries "        {\"${id}\", boards::${game}()},\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/board_of.cpp CONTENT
"// Generated by cmake/layers.cmake.
#include \"terminal/boards.hpp\"

#include <map>

namespace touchline::terminal {

namespace boards {

${board_functions}
} // namespace boards

const Board* board_of(std::string_view game) {
    static const std::map<std::string_view, Board> kBoards{
${board_entries}    };
    const auto at = kBoards.find(game);
    return at == kBoards.end() ? nullptr : &at->second;
}

} // namespace touchline::terminal
" @ONLY)
target_sources(touchline_terminal PRIVATE ${CMAKE_BINARY_DIR}/board_of.cpp)
touchline_layer(store LIBS touchline_core ${FMT} nlohmann_json::nlohmann_json SQLiteCpp TOGETHER 8 OPTIMIZE -O1)
if(TOUCHLINE_PORTABLE)
  target_compile_definitions(touchline_store PRIVATE TOUCHLINE_WITHOUT_POSTGRES)
else()
  target_link_libraries(touchline_store PRIVATE PkgConfig::pqxx)
endif()
touchline_layer(server LIBS touchline_fair touchline_play touchline_store ${SPDLOG} ZLIB::ZLIB
                            Threads::Threads
                       PRECOMPILED precompiled_server.hpp TOGETHER 18 OPTIMIZE -O2
                       # Coroutines of two files in one unit trouble g++ 12; these are the slowest, and few.
                       ALONE network_executor.cpp http_session.cpp ws_session.cpp server.cpp beast.cpp peer_socket.cpp peer_link.cpp
                             peer_session.cpp cluster.cpp)
# Asio and Beast are compiled once, in src/server/beast.cpp.
target_compile_definitions(touchline_server PUBLIC BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED)
# Asio's fences mean nothing to the thread sanitizer: it goes by the locks beside them.
if(TOUCHLINE_SANITIZE MATCHES "thread")
  target_compile_options(touchline_server PUBLIC -Wno-tsan)
endif()
touchline_layer(makers LIBS touchline_server touchline_lab touchline_review OPTIMIZE -O1)
touchline_layer(cli LIBS touchline_fair touchline_makers touchline_server touchline_terminal touchline_lab touchline_review TOGETHER 17 OPTIMIZE -O1)
# The commit is asked for at every build, not only when CMake runs.
set(COMMIT_CPP ${CMAKE_BINARY_DIR}/commit.cpp)
set(WRITE_COMMIT ${CMAKE_COMMAND} -D SOURCE=${CMAKE_SOURCE_DIR} -D OUTPUT=${COMMIT_CPP} -P ${CMAKE_SOURCE_DIR}/cmake/commit.cmake)
execute_process(COMMAND ${WRITE_COMMIT} COMMAND_ERROR_IS_FATAL ANY)
add_custom_target(touchline_commit COMMAND ${WRITE_COMMIT} BYPRODUCTS ${COMMIT_CPP})
target_sources(touchline_cli PRIVATE ${COMMIT_CPP})
add_dependencies(touchline_cli touchline_commit)
