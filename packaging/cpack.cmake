# Packages of a static build: `cpack -G DEB` for Debian and Ubuntu, `cpack -G TXZ` for everything else; ./dev package makes
# both. Neither depends on anything of the system, and the archive runs from any folder.
set(CPACK_PACKAGE_NAME cudalint)
set(CPACK_PACKAGE_CONTACT "cudalint developers <cudalint@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "static analyzer for CUDA C++")
set(CPACK_PACKAGE_DESCRIPTION "Reads CUDA C++ and reports bugs and costly code in kernels, in launches and in the host code
around them. Needs neither a GPU nor a CUDA toolkit.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "git")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

string(TOLOWER "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" _system)
set(CPACK_PACKAGE_FILE_NAME "cudalint-${PROJECT_VERSION}-${_system}")
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/packaging/generator.cmake)

if(CUDALINT_STATIC)
	install(CODE "execute_process(COMMAND sh \"${PROJECT_SOURCE_DIR}/packaging/bundle.sh\"
		\"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\" \"${CLANG_FOLDER}\" \"${CUDALINT_SOURCES}\"
		COMMAND_ERROR_IS_FATAL ANY)")
endif()
include(CPack)
