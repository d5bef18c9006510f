# `make install`: the program, and beside it what it writes of itself (scripts/share). What is installed comes in two components,
# program and library (cmake/library.cmake): `make package` makes a Debian package of each.
install(TARGETS touchline RUNTIME DESTINATION bin COMPONENT program)
install(CODE "
  set(SHARED \"${CMAKE_BINARY_DIR}/shared\")
  execute_process(COMMAND ${CMAKE_SOURCE_DIR}/scripts/share $<TARGET_FILE:touchline> \${SHARED} \${CMAKE_INSTALL_PREFIX}
                  COMMAND_ERROR_IS_FATAL ANY)
  file(INSTALL \"\${SHARED}/\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}\")
" COMPONENT program)
