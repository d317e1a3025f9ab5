/** Types for the parts of the global `pannellum` that we use. */
declare module 'pannellum/build/pannellum.js';

interface PannellumViewer {
  setUpdate(isVideo: boolean): void;
  getYaw(): number;
  getPitch(): number;
  getHfov(): number;
  setHfov(degrees: number): void;
  isOrientationSupported(): boolean;
  isOrientationActive(): boolean;
  startOrientation(): void;
  stopOrientation(): void;
  on(event: 'load' | 'error', listener: () => void): void;
  destroy(): void;
}

interface Window {
  pannellum?: {
    viewer(container: HTMLElement, config: Record<string, unknown>): PannellumViewer;
  };
}
