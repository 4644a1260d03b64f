# Packages: `cpack -G DEB` for Debian and Ubuntu, `cpack -G TGZ` for everything else; ./dev package makes both.
#
# The .deb depends on the system's libraries. The archive brings its own, and clang's headers, and runs from any
# folder of a Linux with a C library as new as that of the system it was made on.
set(CPACK_PACKAGE_NAME cudalint)
set(CPACK_PACKAGE_CONTACT "cudalint developers <cudalint@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "static analyzer for CUDA C++")
set(CPACK_PACKAGE_DESCRIPTION "Reads CUDA C++ with libclang and reports bugs and costly code in kernels, in launches
and in the host code around them. Needs neither a GPU nor a CUDA toolkit.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

# clang's own headers are in a package of their own, of the same version as the library.
string(REGEX MATCH "llvm-([0-9]+)" _ "${LibClang_LIBRARY}")
set(_llvm ${CMAKE_MATCH_1})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libclang-common-${_llvm}-dev, libstdc++-12-dev | libstdc++-13-dev | libstdc++-dev, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libz3-4") # `prove` loads it
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "git")

string(TOLOWER "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" _system)
set(CPACK_PACKAGE_FILE_NAME "cudalint-${PROJECT_VERSION}-${_system}")
set(CPACK_ARCHIVE_FILE_NAME "cudalint-${PROJECT_VERSION}-${_system}")
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_COMPONENTS_ALL Unspecified bundle)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/packaging/generator.cmake)

# Only the archive has it: `cmake --install` leaves it out.
install(CODE "execute_process(COMMAND sh \"${PROJECT_SOURCE_DIR}/packaging/bundle.sh\"
	\"$<TARGET_FILE:cudalint>\" \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\" COMMAND_ERROR_IS_FATAL ANY)"
	COMPONENT bundle EXCLUDE_FROM_ALL)
include(CPack)
