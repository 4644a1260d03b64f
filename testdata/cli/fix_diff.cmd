# --fix=diff writes nothing and says by its exit status whether there is anything to do.
cp findings.cu own.cu
$C check --cuda-path=none --fix=diff own.cu clean.cu 2>&1
echo $?
cmp findings.cu own.cu
$C check --cuda-path=none --fix=diff clean.cu 2>&1
echo $?
# -f diff goes beside other formats, and leaves their exit status.
$C check --cuda-path=none -f concise -f diff=fixes.patch own.cu 2>&1
echo $?
# Both tools make of it what --fix does, in a folder of a repository, too, and whatever the names and the bytes are.
mkdir 'sub folder'
cp findings.cu 'sub folder/my own.cu'
printf '\357\273\277__global__ void k(int *a)\r\n{\r\n\ta[2] = __shfl(a[3], 0); /* \344\377 */ }' >'sub folder/quo"te.cu'
cp -r 'sub folder' fixed
cp -r 'sub folder' patched
git init -q .
cd 'sub folder'
$C check --cuda-path=none --fix=diff . >../both.patch 2>/dev/null
git apply ../both.patch || echo 'git apply fails'
cd ../patched
if command -v patch >/dev/null; then
	patch -s -p1 <../both.patch || echo 'patch fails'
else
	cp '../sub folder'/* .
fi
cd ../fixed
$C check --cuda-path=none --fix -q . >/dev/null
cd ..
diff -r 'sub folder' fixed
diff -r patched fixed
od -c 'fixed/quo"te.cu'
ls fixed
