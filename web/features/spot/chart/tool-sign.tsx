import type { DrawingTool } from './drawings.ts';

/** The icon of each tool, as paths on a grid of sixteen. */
const paths: Readonly<Record<DrawingTool, string>> = {
  trend: 'M1 14 15 2M4.5 11h.01M11.5 5h.01',
  ray: 'M3 13 15 3M3 13h.01M9 8h.01',
  segment: 'M3 12.5 13 3.5M3 12.5h.01M13 3.5h.01',
  horizontal: 'M1 8h14M8 8h.01',
  vertical: 'M8 1v14M8 8h.01',
  channel: 'M1 9 12 2M4 14 15 7M4 7.1h.01M9 10.8h.01',
  price: 'M2 11h13M2 11h.01M4 6h7',
  fibonacci: 'M1 3h14M1 7h14M1 10h14M1 14h14M3 14h.01M13 3h.01',
  rectangle: 'M2.5 4h11v8h-11zM2.5 12h.01M13.5 4h.01',
  text: 'M3 4.5V3h10v1.5M8 3v10M6 13h4',
};

export function ToolSign({ tool }: { readonly tool: DrawingTool }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" aria-hidden="true">
      <path d={paths[tool]} stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
