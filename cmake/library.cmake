# libtouchline.so: the layers behind src/abi/touchline.h in one file that shows its functions and nothing else. It needs nothing
# but the C library, where the program for any Linux is made too.
add_library(touchline_shared SHARED cmake/library.cpp)
target_link_options(touchline_shared PRIVATE -Wl,--as-needed -Wl,--version-script=${CMAKE_SOURCE_DIR}/cmake/library.map)
find_library(SODIUM_ARCHIVE libsodium.a)
if(SODIUM_ARCHIVE AND NOT TOUCHLINE_SANITIZE) # before the shared one, which is not needed then
  target_link_libraries(touchline_shared PRIVATE ${SODIUM_ARCHIVE})
  target_link_options(touchline_shared PRIVATE -static-libstdc++ -static-libgcc)
endif()
if(NOT TOUCHLINE_SANITIZE) # whose functions are the program's
  target_link_options(touchline_shared PRIVATE -Wl,-z,defs)
endif()
target_link_libraries(touchline_shared PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,touchline_abi>)
# Of the interface, not of the program: touchline.h says what may change in a version.
file(STRINGS src/abi/touchline.h api REGEX "define TL_API_M")
string(REGEX REPLACE ".*MAJOR ([0-9]+).*" "\\1" api_major "${api}")
string(REGEX REPLACE ".*MINOR ([0-9]+).*" "\\1" api_minor "${api}")
set_target_properties(touchline_shared PROPERTIES OUTPUT_NAME touchline SOVERSION ${api_major} VERSION ${api_major}.${api_minor})
set_target_properties(touchline_shared PROPERTIES LINK_DEPENDS ${CMAKE_SOURCE_DIR}/cmake/library.map)

# `make install`: library, header, and what pkg-config and CMake find it by.
target_include_directories(touchline_shared INTERFACE $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src/abi> $<INSTALL_INTERFACE:include>)
set_target_properties(touchline_shared PROPERTIES EXPORT_NAME touchline)
install(TARGETS touchline_shared EXPORT touchline LIBRARY DESTINATION lib COMPONENT library NAMELINK_COMPONENT library)
install(FILES src/abi/touchline.h DESTINATION include COMPONENT library)
set(api_version ${api_major}.${api_minor})
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/touchline.pc @ONLY CONTENT
"prefix=\${pcfiledir}/../..
Name: touchline
Description: Five tabletop sports games: rules, exact odds, players, reviews
Version: @api_version@
Cflags: -I\${prefix}/include
Libs: -L\${prefix}/lib -ltouchline
")
install(FILES ${CMAKE_BINARY_DIR}/touchline.pc DESTINATION lib/pkgconfig COMPONENT library)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/touchlineConfigVersion.cmake VERSION ${api_version} COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_BINARY_DIR}/touchlineConfigVersion.cmake DESTINATION lib/cmake/touchline COMPONENT library)
install(EXPORT touchline NAMESPACE touchline:: FILE touchlineConfig.cmake DESTINATION lib/cmake/touchline COMPONENT library)
