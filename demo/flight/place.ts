/** Where the sample site lies: beside Waco, Texas, degrees, and metres above the sea. */
export const SITE = { latitude: 31.5208, longitude: -97.1583, altitude: 142 } as const;
