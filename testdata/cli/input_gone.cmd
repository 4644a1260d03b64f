# An entry of compile_commands.json whose file is gone costs a warning, not the run.
mkdir build
echo '[{"directory": "'"$PWD"'", "file": "clean.cu", "command": "nvcc -c clean.cu"},
{"directory": "'"$PWD"'", "file": "gone.cu", "command": "nvcc -c gone.cu"}]' >build/compile_commands.json
$C check --cuda-path=none -p build
echo $?
echo '[{"directory": "'"$PWD"'", "file": "clean.cu", "command": "nvcc -c clean.cu"},
{"directory": "'"$PWD"'", "file": "gone.cu", "command": "nvcc -c gone.cu"},
{"directory": "'"$PWD"'", "file": "lost.cu", "command": "nvcc -c lost.cu"}]' >build/compile_commands.json
$C check --cuda-path=none -p build
echo $?
