import { createContext, useContext } from 'react';
import { type Units, type UnitsChoice, unitsFor } from '#domain/units.ts';

type UnitsSetting = { choice: UnitsChoice; choose: (choice: UnitsChoice) => void };

const Setting = createContext<UnitsSetting>({ choice: 'project', choose: () => {} });
const OfProject = createContext<Units>('metric');

/** The reader's own setting, from their account or, for visitors, the browser. */
export const UnitsSettingProvider = Setting.Provider;

/** The project's units, used for everything that belongs to it. */
export const ProjectUnits = OfProject.Provider;

export const useUnitsSetting = (): UnitsSetting => useContext(Setting);

export const useUnits = (): Units => unitsFor(useUnitsSetting().choice, useContext(OfProject));
