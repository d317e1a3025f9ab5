import { expect, test } from 'vitest';
import { readPhoto } from './read-photo.ts';

test.each([
  ['[latitude : -20.2533] [longtitude : 149.0251]', { latitude: -20.2533, longitude: 149.0251 }],
  ['F/2.8, SS 30, GPS (149.0251, -20.2533, 17)', { latitude: -20.2533, longitude: 149.0251 }],
  ['GPS(-20.2533,149.0251,0.0M) BAROMETER:0.3M', { latitude: -20.2533, longitude: 149.0251 }],
  ['[latitude: 0.000000] [longitude: 0.000000]', null],
  ['No flight data', null],
])('the flight log of any drone places its film: %s', async (words, place) => {
  const { photo } = await readPhoto(new File([words], 'DJI_0001.SRT'), 'DJI_0001.SRT', 'UTC');
  expect(photo.place).toEqual(place);
});

test('the lens of a photo is known by its name where the file says nothing', async () => {
  const name = 'DJI_20250801100000_0001_Z.JPG';
  const { photo } = await readPhoto(new File([new Uint8Array([0xff, 0xd8])], name), name, 'UTC');
  expect(photo).toMatchObject({ lens: 'zoom' });
});
