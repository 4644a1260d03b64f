# Gives LibClang::LibClang, as FindLibClang does, but as a part of the program: LLVM's static libraries (Debian: llvm-N-dev,
# libclang-N-dev, libzstd-dev, zlib1g-dev), and libclang itself from its source, which nobody packages as a static library.
# The same for md4c (PkgConfig::MD4C) and for z3 (Z3::Z3), which a static program can't load.
#
# CUDALINT_SOURCES has their sources, as packaging/sources.sh fetches them. -DLLVM_ROOT=/usr/lib/llvm-19 chooses an LLVM; its
# version has to be that of libclang's source.
include(ExternalProject)
set(CUDALINT_SOURCES ${PROJECT_SOURCE_DIR}/build/sources CACHE PATH "What packaging/sources.sh has fetched")
file(GLOB _roots /usr/lib/llvm-*)
list(SORT _roots COMPARE NATURAL ORDER DESCENDING)
find_path(LLVM_ROOT lib/libclangFrontend.a PATHS ${LIBCLANG_ROOT} ${_roots} NO_DEFAULT_PATH REQUIRED)
find_program(LLVM_CONFIG llvm-config PATHS ${LLVM_ROOT}/bin NO_DEFAULT_PATH REQUIRED)
foreach(part libclang/CIndex.cpp md4c/src/md4c.c z3/CMakeLists.txt)
	if(NOT EXISTS ${CUDALINT_SOURCES}/${part})
		message(FATAL_ERROR "${CUDALINT_SOURCES}/${part} is missing: packaging/sources.sh fetches it")
	endif()
endforeach()

# Those parts of LLVM that reading a file takes; what they stand on, llvm-config adds.
execute_process(COMMAND ${LLVM_CONFIG} --link-static --libfiles support option core mcparser bitreader profiledata
		binaryformat targetparser textapi windowsdriver frontendopenmp frontendhlsl frontendoffloading
	OUTPUT_VARIABLE _llvm OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(_llvm UNIX_COMMAND "${_llvm}")
set(_clang Tooling ToolingCore ToolingInclusions Index ExtractAPI Frontend Driver Serialization Parse Sema Edit Analysis
	ASTMatchers AST Rewrite Format Lex Basic Support APINotes InstallAPI)
list(TRANSFORM _clang REPLACE "(.+)" "${LLVM_ROOT}/lib/libclang\\1.a")
foreach(library ${_clang})
	if(NOT EXISTS ${library}) # not all versions have all of them
		list(REMOVE_ITEM _clang ${library})
	endif()
endforeach()

# All of libclang but two files that headers are missing for, whose functions nobody here calls.
file(GLOB _sources ${CUDALINT_SOURCES}/libclang/*.cpp)
list(FILTER _sources EXCLUDE REGEX "/(ARCMigrate|CXExtractAPI)\\.cpp$")
add_library(cudalint_libclang STATIC ${_sources} ${PROJECT_SOURCE_DIR}/cmake/static_llvm/dladdr.c)
set_source_files_properties(${CUDALINT_SOURCES}/libclang/CIndexer.cpp PROPERTIES
	COMPILE_DEFINITIONS dladdr=cudalint_dladdr)
set_target_properties(cudalint_libclang PROPERTIES CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON)
target_include_directories(cudalint_libclang BEFORE PRIVATE ${PROJECT_SOURCE_DIR}/cmake/static_llvm)
target_include_directories(cudalint_libclang SYSTEM PUBLIC ${LLVM_ROOT}/include)
target_compile_definitions(cudalint_libclang PRIVATE _GNU_SOURCE CINDEX_NO_EXPORTS
	__STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
target_compile_options(cudalint_libclang PRIVATE -w -fno-exceptions -fno-rtti)
target_link_libraries(cudalint_libclang INTERFACE
	-Wl,--start-group ${_clang} ${_llvm} -Wl,--end-group zstd z stdc++)
add_library(LibClang::LibClang ALIAS cudalint_libclang)
set(LibClang_LIBRARY ${LLVM_ROOT}/lib/libclang.a)

file(GLOB CLANG_FOLDER ${LLVM_ROOT}/lib/clang/*) # with clang's own headers

add_library(cudalint_md4c STATIC ${CUDALINT_SOURCES}/md4c/src/md4c.c)
target_include_directories(cudalint_md4c SYSTEM PUBLIC ${CUDALINT_SOURCES}/md4c/src)
target_compile_options(cudalint_md4c PRIVATE -w)
add_library(PkgConfig::MD4C ALIAS cudalint_md4c)

# It takes a quarter of an hour, and is kept beside its source.
set(_z3 ${CUDALINT_SOURCES}/z3-build)
ExternalProject_Add(z3_build SOURCE_DIR ${CUDALINT_SOURCES}/z3 BINARY_DIR ${_z3} PREFIX ${_z3}/prefix
	CMAKE_ARGS -DCMAKE_BUILD_TYPE=Release -DCMAKE_POSITION_INDEPENDENT_CODE=OFF
		-DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER}
		-DZ3_BUILD_LIBZ3_SHARED=OFF -DZ3_BUILD_EXECUTABLE=OFF -DZ3_BUILD_TEST_EXECUTABLES=OFF
		-DZ3_ENABLE_EXAMPLE_TARGETS=OFF -DZ3_INCLUDE_GIT_HASH=OFF -DZ3_INCLUDE_GIT_DESCRIBE=OFF
	BUILD_COMMAND ${CMAKE_COMMAND} --build . --target libz3
	LOG_CONFIGURE ON LOG_BUILD ON LOG_OUTPUT_ON_FAILURE ON
	INSTALL_COMMAND "" BUILD_BYPRODUCTS ${_z3}/libz3.a)
add_library(cudalint_z3 INTERFACE)
add_dependencies(cudalint_z3 z3_build)
target_link_libraries(cudalint_z3 INTERFACE ${_z3}/libz3.a stdc++)
add_library(Z3::Z3 ALIAS cudalint_z3)
