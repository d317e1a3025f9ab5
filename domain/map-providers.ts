export const MAP_PROVIDERS = [
  'custom',
  'maps_made_easy',
  'dronedeploy',
  'pix4d',
  'sensrfly',
  'skycatch',
  'propeller',
] as const;
export type MapProvider = (typeof MAP_PROVIDERS)[number];

export const MAP_PROVIDER_NAMES: Record<MapProvider, string> = {
  custom: 'Another provider',
  maps_made_easy: 'Maps Made Easy',
  dronedeploy: 'DroneDeploy',
  pix4d: 'Pix4D',
  sensrfly: 'Sensrfly',
  skycatch: 'Skycatch',
  propeller: 'Propeller',
};

export const MAP_FRAME_HEIGHT = 600;
