# Finds libclang >= 17 (the C library, not the C++ ones) in LLVM's own folders, newest first, and gives the target
# LibClang::LibClang. -DLIBCLANG_ROOT=/usr/lib/llvm-19 chooses one.
set(_roots ${LIBCLANG_ROOT})
foreach(version RANGE 25 17 -1)
	list(APPEND _roots /usr/lib/llvm-${version} /usr/local/opt/llvm@${version})
endforeach()
find_path(LibClang_INCLUDE_DIR clang-c/Index.h PATHS ${_roots} PATH_SUFFIXES include NO_DEFAULT_PATH)
get_filename_component(_prefix "${LibClang_INCLUDE_DIR}/.." ABSOLUTE)
find_library(LibClang_LIBRARY NAMES clang PATHS ${_prefix} PATH_SUFFIXES lib NO_DEFAULT_PATH)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibClang REQUIRED_VARS LibClang_LIBRARY LibClang_INCLUDE_DIR
	REASON_FAILURE_MESSAGE "install libclang-19-dev, or give -DLIBCLANG_ROOT=/usr/lib/llvm-N (N >= 17)")
if(LibClang_FOUND AND NOT TARGET LibClang::LibClang)
	add_library(LibClang::LibClang UNKNOWN IMPORTED)
	set_target_properties(LibClang::LibClang PROPERTIES
		IMPORTED_LOCATION "${LibClang_LIBRARY}"
		INTERFACE_INCLUDE_DIRECTORIES "${LibClang_INCLUDE_DIR}")
endif()
