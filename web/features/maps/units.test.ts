import { describe, expect, it } from 'vitest';
import {
  areaText,
  FIGURES,
  heightText,
  lengthText,
  rasterValue,
  readValue,
  valueText,
  volumeText,
} from './units.ts';

describe('what is measured is read', () => {
  it.each([
    [lengthText(12.345, 'metric'), '12.3 m'],
    [lengthText(1250, 'metric'), '1.25 km'],
    [lengthText(30.48, 'us'), '100.0 ft'],
    [lengthText(1609.344, 'us'), '1.00 mi'],
    [areaText(830.24, 'metric'), '830.2 m²'],
    [areaText(24_000, 'metric'), '2.40 ha'],
    [areaText(4046.856_422_4, 'us'), '1.00 ac'],
    [areaText(9.290_304, 'us'), '100.0 ft²'],
    [volumeText(1204.4, 'metric'), '1,204 m³'],
    [volumeText(0.764_554_857_984, 'us'), '1.00 yd³'],
    [volumeText(-0.001, 'metric'), '0.00 m³'],
    [heightText(128.424, 'metric'), '128.42 m'],
  ])('as %s', (text, expected) => {
    expect(text).toBe(expected);
  });
  it('in the units of the person, whatever those of the raster', () => {
    expect(valueText(1000, 'ft_us', 'metric')).toBe('304.8 m');
    expect(valueText(20, 'celsius', 'us')).toBe('68.0 °F');
    expect(valueText(0.623, null, 'us')).toBe('0.62');
    for (const unit of ['m', 'ft_us', 'celsius', null] as const)
      expect(rasterValue(readValue(41.5, unit, 'us'), unit, 'us')).toBeCloseTo(41.5, 9);
  });
  it('as the figures of a map', () => {
    expect(FIGURES.area(24_000, 'metric')).toBe('2.4 ha');
    expect(FIGURES.groundSampleDistance(0.012, 'metric')).toBe('1.2 cm');
    expect(FIGURES.elevation(342.2, 'm', 'metric')).toBe('342m');
    expect(FIGURES.coverage(0.987)).toBe('98.7%');
    expect(FIGURES.area(24_000, 'us')).toBe('5.9 ac');
  });
});
