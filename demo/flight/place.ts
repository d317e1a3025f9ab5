/** The sample site near Waco, Texas, in degrees and meters above sea level. */
export const SITE = { latitude: 31.5208, longitude: -97.1583, altitude: 142 } as const;
