import { expect, test } from 'vitest';
import { projectChoices } from './project-select.tsx';

const tower = { id: 'a', name: 'Tower', companyName: 'Acme', status: 'completed' } as const;
const yard = { id: 'b', name: 'Yard', companyName: null, status: 'active' } as const;
const ofTower = { value: 'a', label: 'Tower · Acme' };
const ofYard = { value: 'b', label: 'Yard' };

test('lists active projects first, in groups only if there are inactive ones', () => {
  expect(projectChoices([tower, yard])).toEqual([
    { group: 'Active', items: [ofYard] },
    { group: 'Inactive', items: [ofTower] },
  ]);
  expect(projectChoices([yard])).toEqual([ofYard]);
  expect(projectChoices([tower])).toEqual([ofTower]);
});
