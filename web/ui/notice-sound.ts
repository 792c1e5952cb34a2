/** The tones of the sound: frequency in hertz and start in seconds. */
const tones = [
  { hertz: 660, from: 0 },
  { hertz: 990, from: 0.12 },
] as const;

const lengthSeconds = 0.22;
const volume = 0.12;

/** Plays a short sound. Browsers allow it only after the user has clicked or typed on the page. */
export function playNoticeSound(): void {
  const context = new AudioContext();
  for (const { from, hertz } of tones) {
    const oscillator = new OscillatorNode(context, { frequency: hertz });
    const gain = new GainNode(context, { gain: volume });
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(from);
    oscillator.stop(from + lengthSeconds);
  }
  setTimeout(() => void context.close(), 1_000);
}
