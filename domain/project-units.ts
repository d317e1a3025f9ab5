import tzLookup from '@photostructure/tz-lookup';
import type { Units } from './units.ts';

/** tz database zones of the United States and its territories, including old names. */
const US_ZONES = new Set(
  (
    'America/New_York America/Detroit America/Louisville America/Indianapolis America/Fort_Wayne ' +
    'America/Knox_IN America/Chicago America/Menominee America/Denver America/Shiprock America/Boise ' +
    'America/Phoenix America/Los_Angeles America/Anchorage America/Juneau America/Sitka ' +
    'America/Metlakatla America/Yakutat America/Nome America/Adak America/Atka Pacific/Honolulu ' +
    'Pacific/Johnston America/Puerto_Rico America/St_Thomas America/Virgin Pacific/Guam Pacific/Saipan ' +
    'Pacific/Pago_Pago Pacific/Midway Pacific/Samoa Pacific/Wake Navajo EST5EDT CST6CDT MST7MDT PST8PDT ' +
    // Liberia and Myanmar.
    'Africa/Monrovia Asia/Yangon Asia/Rangoon'
  ).split(' '),
);
const US_FAMILIES = /^(?:US|America\/(?:Indiana|Kentucky|North_Dakota))\//;

type Site = { latitude: number | null; longitude: number | null; timeZone: string };

/** US units in the United States, Liberia, and Myanmar (docs/decisions/0105). */
export function projectUnits({ latitude, longitude, timeZone }: Site): Units {
  const zone = latitude === null || longitude === null ? timeZone : tzLookup(latitude, longitude);
  return US_ZONES.has(zone) || US_FAMILIES.test(zone) ? 'us' : 'metric';
}
