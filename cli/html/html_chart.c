/* Drawings with logarithmic axes: where a value is. */
#include "cli/html/html.h"

double html_log10(double value)
{
	double result = 0;
	if (!(value > 0))
		return -100;
	for (; value >= 10; value /= 10)
		result++;
	for (; value < 1; value *= 10)
		result--;
	/* of 1 to 10, digit by digit */
	for (double step = 0.5; step > 1e-4; step /= 2) {
		value *= value;
		if (value >= 10) {
			result += step;
			value /= 10;
		}
	}
	return result;
}

double html_axis_x(const struct html_axes *axes, double decade)
{
	return axes->left +
	       (axes->right - axes->left) * (decade - axes->x_from) / (axes->x_to - axes->x_from);
}

double html_axis_y(const struct html_axes *axes, double decade)
{
	return axes->bottom -
	       (axes->bottom - axes->top) * (decade - axes->y_from) / (axes->y_to - axes->y_from);
}
