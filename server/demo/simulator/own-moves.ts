import { hashUnit, tailedDraw } from './seeded-noise.ts';

/** The moves of a coin apart from BTC, at minutes since the anchor. Pure: the same seed gives the same moves. */
export interface OwnMoves {
  /** The logarithm of a factor on the price: continuous, zero at the anchor, bounded in the long run. */
  readonly drift: (minute: number) => number;
  /** Activity apart from BTC's, 1 on average: higher while the price moves more, and in the hours after news. */
  readonly activity: (minute: number) => number;
}

/**
 * A sum of octaves of noise from two minutes to three weeks, with amplitudes as in a random walk. The draws have fat
 * tails and are scaled by a slowly changing volatility, so that large moves come in clusters. About every twelfth day
 * brings news: a jump within minutes that fades over ten days.
 *
 * @param hourlyDeviation the standard deviation of the hourly changes of `drift`
 */
export function createOwnMoves(seed: number, hourlyDeviation: number): OwnMoves {
  const octaves = Array.from({ length: octaveCount }, (_, octave) => createOctave(seed, octave));
  const volatility = createVolatility(seed);
  const newsBefore = createNewsReader(seed);
  const scale = hourlyDeviation / unscaledHourlyDeviation;
  const driftAt = (minute: number): number => {
    let sum = 0;
    for (const octave of octaves) sum += octave(minute);
    for (const news of newsBefore(minute)) sum += news.jump * shareLeft(minute - news.minute);
    return sum * scale;
  };
  const driftAtAnchor = driftAt(0);
  return {
    drift: (minute) => driftAt(minute) - driftAtAnchor,
    activity(minute) {
      let stir = 0;
      for (const news of newsBefore(minute)) {
        if (minute >= news.minute) stir += newsActivity * Math.exp((news.minute - minute) / newsActivityMinutes);
      }
      return (volatility(minute) + stir) / meanActivity;
    },
  };
}

const minutesPerDay = 1_440;
// Lattice spacings from two minutes to three weeks, each four times the previous one.
const octaveCount = 8;
const shortestSpacingMinutes = 2;

// Measured over three years of twelve seeds; a test compares what results.
const unscaledHourlyDeviation = 0.37;
const meanActivity = 1.11;

function createOctave(seed: number, octave: number): (minute: number) => number {
  const spacing = shortestSpacingMinutes * 4 ** octave;
  const swing = Math.sqrt(spacing / minutesPerDay);
  // Octaves have different phases; otherwise all would be flat at the same moments.
  const phase = hashUnit(seed, octave, 7919);
  const volatility = createVolatility(seed);
  return createLattice(
    spacing,
    phase,
    (cell) => swing * tailedDraw(hashUnit(seed + octave, cell, 1)) * volatility((cell - phase) * spacing),
  );
}

// Volatility changes within hours and within days, between about a third and three times its median.
const volatilitySpacings = [300, 2_880];
const volatilitySwing = 0.55;

function createVolatility(seed: number): (minute: number) => number {
  const lattices = volatilitySpacings.map((spacing, index) =>
    createLattice(spacing, 0, (cell) => 2 * hashUnit(seed + 101 + index, cell, 1) - 1),
  );
  return (minute) => Math.exp(volatilitySwing * lattices.reduce((sum, lattice) => sum + lattice(minute), 0));
}

/** Noise that has drawn values at whole cells and blends smoothly between them. */
function createLattice(spacing: number, phase: number, draw: (cell: number) => number): (minute: number) => number {
  // Readers mostly move forward, so the two values around a minute are drawn once.
  let kept = { cell: Number.NaN, from: 0, to: 0 };
  return (minute) => {
    const position = minute / spacing + phase;
    const cell = Math.floor(position);
    if (kept.cell !== cell) kept = { cell, from: kept.cell === cell - 1 ? kept.to : draw(cell), to: draw(cell + 1) };
    const inside = position - cell;
    return kept.from + (kept.to - kept.from) * inside * inside * (3 - 2 * inside);
  };
}

interface News {
  readonly minute: number;
  readonly jump: number;
}

const newsChance = 1 / 12;
const newsDays = 10;
const newsMinutes = 5;
const newsActivity = 4;
const newsActivityMinutes = 150;

/** Reads the news of a minute's day and of the ten days before it. */
function createNewsReader(seed: number): (minute: number) => readonly News[] {
  let kept: { day: number; news: News[] } = { day: Number.NaN, news: [] };
  return (minute) => {
    const day = Math.floor(minute / minutesPerDay);
    if (kept.day !== day) {
      const news = Array.from({ length: newsDays + 1 }, (_, age) => newsOn(seed, day - age));
      kept = { day, news: news.filter((one) => one !== null) };
    }
    return kept.news;
  };
}

function newsOn(seed: number, day: number): News | null {
  if (hashUnit(seed, day, 41) >= newsChance) return null;
  const jump = 1 + 2 * hashUnit(seed, day, 43) ** 2;
  return {
    minute: day * minutesPerDay + Math.floor(hashUnit(seed, day, 42) * minutesPerDay),
    jump: hashUnit(seed, day, 44) < 0.5 ? -jump : jump,
  };
}

/** The share of a jump that is in the price some minutes after the news: it rises within minutes and fades in days. */
function shareLeft(minutes: number): number {
  if (minutes <= 0 || minutes >= newsDays * minutesPerDay) return 0;
  if (minutes < newsMinutes) return minutes / newsMinutes;
  return (1 - (minutes - newsMinutes) / (newsDays * minutesPerDay - newsMinutes)) ** 2;
}
