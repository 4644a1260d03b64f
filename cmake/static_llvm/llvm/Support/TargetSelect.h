/* Stands in front of LLVM's header of this name when libclang is built into the program. libclang makes all of LLVM's
 * code generators known as it starts; only assembly of Microsoft's kind (`__asm {`) would ask for one, and nvcc on Linux
 * has none. Without them the program is smaller by half, and starts sooner. */
#ifndef CUDALINT_TARGET_SELECT_H
#define CUDALINT_TARGET_SELECT_H

namespace llvm
{
inline void InitializeAllTargets()
{
}
inline void InitializeAllTargetMCs()
{
}
inline void InitializeAllAsmPrinters()
{
}
inline void InitializeAllAsmParsers()
{
}
} // namespace llvm

#endif
