/** The two tones: frequency in hertz, start and length in seconds. */
const tones = [
  { hertz: 880, from: 0, length: 0.14 },
  { hertz: 1_320, from: 0.11, length: 0.24 },
] as const;

const volume = 0.12;

export interface AlertSound {
  readonly play: () => void;
  readonly close: () => void;
}

/**
 * A short sound of two tones. Browsers allow sound only after the user has clicked or typed on the page; `onReady` is
 * called once this page may sound.
 */
export function openAlertSound(onReady: (sound: AlertSound) => void): AlertSound {
  const context = new AudioContext();
  const wake = (): void => void context.resume().catch(() => undefined);
  const stopWaiting = (): void => {
    for (const type of gestures) document.removeEventListener(type, wake, true);
  };
  const sound: AlertSound = {
    play: () => {
      for (const { hertz, from, length } of tones) tone(context, hertz, context.currentTime + from, length);
    },
    close: () => {
      stopWaiting();
      void context.close();
    },
  };
  context.addEventListener('statechange', () => {
    if (context.state !== 'running') return;
    stopWaiting();
    onReady(sound);
  });
  for (const type of gestures) document.addEventListener(type, wake, true);
  wake();
  return sound;
}

const gestures = ['pointerdown', 'keydown'] as const;

function tone(context: AudioContext, hertz: number, from: number, length: number): void {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(volume, from + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, from + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(from);
  oscillator.stop(from + length);
}
