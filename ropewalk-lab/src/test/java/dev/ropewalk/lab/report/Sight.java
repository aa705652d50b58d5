package dev.ropewalk.lab.report;

/**
 * How far apart colours look to those with all three kinds of cones, or with one kind missing as simulated by Machado,
 * Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009). Distances are
 * those of Ottosson's OKLab: 1 between black and white, a just noticeable one about 0.02.
 */
enum Sight {
    ALL_CONES,
    NO_LONG_CONES,
    NO_MEDIUM_CONES,
    NO_SHORT_CONES;

    private static final double[] LUMINANCE = {0.2126, 0.7152, 0.0722};
    private static final double[] TO_CONES = {
        0.4122214708, 0.5363325363, 0.0514459929,
        0.2119034982, 0.6806995451, 0.1073969566,
        0.0883024619, 0.2817188376, 0.6299787005
    };
    private static final double[] TO_LAB = {
        0.2104542553, 0.7936177850, -0.0040720468,
        1.9779984951, -2.4285922050, 0.4505937099,
        0.0259040371, 0.7827717662, -0.8086757660
    };

    /** Returns the matrix from the light that meets an eye to the light that looks the same to all cones. */
    private double[] seen() {
        return switch (this) {
            case ALL_CONES -> new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1};
            case NO_LONG_CONES ->
                new double[] {
                    0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998
                };
            case NO_MEDIUM_CONES ->
                new double[] {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881
                };
            case NO_SHORT_CONES ->
                new double[] {
                    1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900
                };
        };
    }

    /** Returns how far apart two colours look, given as {@code #rrggbb}. */
    double distance(String one, String other) {
        double[] first = lab(one);
        double[] second = lab(other);
        return Math.hypot(Math.hypot(first[0] - second[0], first[1] - second[1]), first[2] - second[2]);
    }

    /** Returns the contrast of a lighter and a darker colour by the accessibility guidelines WCAG, 1 for none. */
    static double contrast(String lighter, String darker) {
        return (luminance(lighter) + 0.05) / (luminance(darker) + 0.05);
    }

    private static double luminance(String colour) {
        return times(LUMINANCE, linear(colour))[0];
    }

    private double[] lab(String colour) {
        double[] rgb = times(seen(), linear(colour));
        for (int k = 0; k < rgb.length; k++) {
            rgb[k] = Math.clamp(rgb[k], 0, 1);
        }
        double[] cones = times(TO_CONES, rgb);
        for (int k = 0; k < cones.length; k++) {
            cones[k] = Math.cbrt(cones[k]);
        }
        return times(TO_LAB, cones);
    }

    private static double[] linear(String colour) {
        var rgb = new double[3];
        for (int k = 0; k < rgb.length; k++) {
            double value = Integer.parseInt(colour, 1 + 2 * k, 3 + 2 * k, 16) / 255.0;
            rgb[k] = value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
        }
        return rgb;
    }

    /** Multiplies a matrix, row by row, with a column of three. */
    private static double[] times(double[] matrix, double[] column) {
        var product = new double[matrix.length / 3];
        for (int k = 0; k < matrix.length; k++) {
            product[k / 3] += matrix[k] * column[k % 3];
        }
        return product;
    }
}
