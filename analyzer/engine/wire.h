/* The result of a unit as bytes: what a worker process sends back.
 *
 * Integers are variable-length (7 bits a byte, least significant first), texts carry their length, doubles
 * are 8 bytes little-endian. The first byte is the version of the format; there is no padding and no
 * alignment. */
#ifndef CUDALINT_ENGINE_WIRE_H
#define CUDALINT_ENGINE_WIRE_H

#include "analyzer/base/buffer.h"
#include "analyzer/engine/lint.h"

/* Appends the encoded result to `out`. */
void wire_write_unit(struct buffer *out, const struct unit_result *result);

/* Decodes what wire_write_unit wrote, all of it and nothing more, into `arena`. Returns NULL for anything
 * else, whatever the bytes are. Enumerations are checked, but texts may hold any bytes. */
struct unit_result *wire_read_unit(struct arena *arena, const void *data, size_t size);

#endif
