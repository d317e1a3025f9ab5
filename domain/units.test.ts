import { describe, expect, it } from 'vitest';
import { projectUnits } from './project-units.ts';
import {
  altitudeText,
  areaText,
  distanceText,
  FIGURES,
  heightText,
  lengthText,
  limitText,
  rasterValue,
  readValue,
  unitsFor,
  valueText,
  volumeText,
} from './units.ts';

describe('a measured value', () => {
  it.each([
    [lengthText(12.345, 'metric'), '12.3 m'],
    [lengthText(1250, 'metric'), '1.25 km'],
    [lengthText(30.48, 'us'), '100.0 ft'],
    [lengthText(1609.344, 'us'), '1.00 mi'],
    [distanceText(100, 'us'), '328 ft'],
    [distanceText(3862, 'us'), '2.4 mi'],
    [distanceText(1_995_586, 'us'), '1,240 mi'],
    [distanceText(100, 'metric'), '100 m'],
    [distanceText(3862, 'metric'), '3.9 km'],
    [areaText(830.24, 'metric'), '830.2 m²'],
    [areaText(24_000, 'metric'), '2.40 ha'],
    [areaText(4046.856_422_4, 'us'), '1.00 ac'],
    [areaText(9.290_304, 'us'), '100.0 ft²'],
    [volumeText(1204.4, 'metric'), '1,204 m³'],
    [volumeText(0.764_554_857_984, 'us'), '1.00 yd³'],
    [volumeText(-0.001, 'metric'), '0.00 m³'],
    [heightText(128.424, 'metric'), '128.42 m'],
    [altitudeText(60.2, 'us'), '198 ft'],
    [altitudeText(60.2, 'metric'), '60 m'],
    [limitText(10, 'us'), '33 ft'],
    [FIGURES.area(24_000, 'metric'), '2.4 ha'],
    [FIGURES.area(24_000, 'us'), '5.9 ac'],
    [FIGURES.groundSampleDistance(0.012, 'metric'), '1.2 cm'],
    [FIGURES.groundSampleDistance(0.012, 'us'), '0.5 in'],
    [FIGURES.elevation(342.2, 'm', 'metric'), '342 m'],
    [FIGURES.elevation(191.4, 'm', 'us'), '628 ft'],
  ])('is shown as %s, on one line', (text, expected) => {
    expect(text).toBe(expected.replace(' ', '\u00A0'));
  });
  it('is shown in the units of the reader, not of the raster', () => {
    expect(valueText(1000, 'ft_us', 'metric')).toBe('304.8\u00A0m');
    expect(valueText(20, 'celsius', 'us')).toBe('68.0\u00A0°F');
    expect(valueText(0.623, null, 'us')).toBe('0.62');
    expect(FIGURES.coverage(0.987)).toBe('98.7%');
    for (const unit of ['m', 'ft_us', 'celsius', null] as const)
      expect(rasterValue(readValue(41.5, unit, 'us'), unit, 'us')).toBeCloseTo(41.5, 9);
  });
});

describe('the units of a project', () => {
  const without = { latitude: null, longitude: null };
  it.each([
    ['America/Chicago', 'us'],
    ['America/Indiana/Knox', 'us'],
    ['US/Pacific', 'us'],
    ['America/Puerto_Rico', 'us'],
    ['Pacific/Honolulu', 'us'],
    ['Africa/Monrovia', 'us'],
    ['Asia/Yangon', 'us'],
    ['America/Toronto', 'metric'],
    ['America/Mexico_City', 'metric'],
    ['America/Panama', 'metric'],
    ['Europe/London', 'metric'],
    ['UTC', 'metric'],
    ['+05:30', 'metric'],
  ])('follow the time zone %s: %s', (timeZone, units) => {
    expect(projectUnits({ ...without, timeZone })).toBe(units);
  });
  it('follow the position if it is known', () => {
    const timeZone = 'America/Chicago';
    expect(projectUnits({ latitude: 52.52, longitude: 13.4, timeZone })).toBe('metric');
    expect(projectUnits({ latitude: 31.52, longitude: -97.16, timeZone: 'UTC' })).toBe('us');
    expect(projectUnits({ latitude: 45.5, longitude: -73.6, timeZone })).toBe('metric');
    expect(projectUnits({ latitude: 0, longitude: 0, timeZone })).toBe('metric');
  });
  it('give way to the choice of the reader', () => {
    expect(unitsFor('metric', 'us')).toBe('metric');
    expect(unitsFor('project', 'us')).toBe('us');
    expect(unitsFor(null, 'metric')).toBe('metric');
  });
});
