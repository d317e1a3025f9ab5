import Circle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Icon from 'ol/style/Icon.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';

const RED = '#d92626';
const CHOSEN = '#a51111';
const FONT = "'Inter Variable', system-ui, sans-serif";

/** A drop whose tip is the place. */
const pin = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="40" viewBox="0 0 30 40"><path d="M15 37C11 29 3 22.5 3 14a12 12 0 0 1 24 0c0 8.5-8 15-12 23z" fill="${color}" stroke="#fff" stroke-width="2"/><circle cx="15" cy="14" r="4.5" fill="#fff"/></svg>`,
  )}`;

const icon = (color: string, scale: number) =>
  new Icon({ src: pin(color), anchor: [0.5, 0.925], scale, declutterMode: 'none' });

const PIN = icon(RED, 1);
const CHOSEN_PIN = icon(CHOSEN, 1.2);

/** The pin of one project, with its name where there is room for it. */
export function pinStyle(name: string, isSelected: boolean, isDark: boolean): Style {
  return new Style({
    image: isSelected ? CHOSEN_PIN : PIN,
    zIndex: isSelected ? 1 : 0,
    text: new Text({
      // A selected one is named by the popup.
      text: isSelected ? '' : name,
      font: `600 12px ${FONT}`,
      offsetY: 12,
      fill: new Fill({ color: isDark ? '#dfe2e7' : '#16191f' }),
      stroke: new Stroke({ color: isDark ? '#16191f' : '#fff', width: 4 }),
    }),
  });
}

/** The circle of several projects, with their number. */
export function clusterStyle(count: number, isSelected: boolean): Style {
  return new Style({
    image: new Circle({
      radius: 17 + Math.min(8, Math.log2(count)),
      fill: new Fill({ color: isSelected ? CHOSEN : RED }),
      stroke: new Stroke({ color: 'rgb(255 255 255 / 85%)', width: 3 }),
      declutterMode: 'none',
    }),
    text: new Text({
      text: String(count),
      font: `600 13px ${FONT}`,
      fill: new Fill({ color: '#fff' }),
      declutterMode: 'none',
    }),
  });
}
