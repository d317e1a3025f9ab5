import { startCalculator } from './islands/calculator.ts';
import { startCompare } from './islands/compare.ts';
import { startContactForm } from './islands/contact-form.ts';
import { startHeader } from './islands/header.ts';
import { startSchemeSwitch } from './islands/scheme-switch.ts';
import { startSessionBar } from './islands/session-bar.ts';

startHeader();
startSessionBar();
startSchemeSwitch();
startCompare();
startCalculator();
startContactForm();
