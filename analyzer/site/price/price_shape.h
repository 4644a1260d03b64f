/* Inside prices: work in a better shape. */
#ifndef CUDALINT_SITE_PRICE_SHAPE_H
#define CUDALINT_SITE_PRICE_SHAPE_H

#include "analyzer/site/price/price.h"
#include "model/access.h"

/* Changes the work to what it would be; false: the shape isn't wrong in that way. */
bool price_reshape(struct model_work *work, enum price_shape shape, const struct model_chip *chip);

#endif
