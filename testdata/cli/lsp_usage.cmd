"$C" lsp --help | head -3
"$C" lsp a.cu
echo "status $?"
"$C" lsp --nonsense
echo "status $?"
"$C" lsp </dev/null
echo "status $?"
printf 'Content-Length: 46\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"initialize"}Content-Length: 44\r\n\r\n{"jsonrpc":"2.0","id":2,"method":"shutdown"}Content-Length: 33\r\n\r\n{"jsonrpc":"2.0","method":"exit"}' |
	"$C" lsp --stdio | sed 's/"version":"[^"]*"/"version":"V"/'
