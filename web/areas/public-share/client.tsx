import './shared.css';
import { hydrateRoot } from 'react-dom/client';
import { trackMissingStyles } from '#web/lib/import-with-retry.ts';
import { SharedApp } from './shared-app.tsx';
import { DATA_ID, type SharedContent } from './shared-data.ts';

const root = document.querySelector('#root');
const data = document.querySelector(`#${DATA_ID}`)?.textContent;
if (!root || !data) throw new Error('This page was not rendered by the server.');
trackMissingStyles();
hydrateRoot(root, <SharedApp content={JSON.parse(data) as SharedContent} />);
