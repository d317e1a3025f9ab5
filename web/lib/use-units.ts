import { createContext, useContext } from 'react';
import { type Units, type UnitsChoice, unitsFor } from '#domain/units.ts';

type UnitsSetting = { choice: UnitsChoice; choose: (choice: UnitsChoice) => void };

const Setting = createContext<UnitsSetting>({ choice: 'project', choose: () => {} });
const OfProject = createContext<Units>('metric');

/** The reader's choice, kept in the account, or by the browser of a visitor. */
export const UnitsSettingProvider = Setting.Provider;

/** The units of the project that the pages inside are about. */
export const ProjectUnits = OfProject.Provider;

export const useUnitsSetting = (): UnitsSetting => useContext(Setting);

/** What figures are read in here. */
export const useUnits = (): Units => unitsFor(useUnitsSetting().choice, useContext(OfProject));
