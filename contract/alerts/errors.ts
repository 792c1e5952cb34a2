export const alertErrors = {
  alert_unknown: [],
  alert_exists: [],
  alert_price_reached: ['price'],
  too_many_alerts: ['maximum'],
} as const;
