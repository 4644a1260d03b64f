/* The part of wire.h that is about pictures. */
#ifndef CUDALINT_ENGINE_WIRE_PICTURE_H
#define CUDALINT_ENGINE_WIRE_PICTURE_H

#include "analyzer/base/bytes.h"
#include "analyzer/finding/picture/picture.h"

/* A picture or NULL. What is decoded is safe to draw: enumerations, sizes and threads are in range. */
void wire_write_picture(struct buffer *out, const struct picture *picture);
const struct picture *wire_read_picture(struct bytes_reader *reader);

#endif
