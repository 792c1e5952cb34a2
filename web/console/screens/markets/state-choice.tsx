import { Radio } from '@mantine/core';
import { marketStates } from '@bourse/contract/console';
import { useTexts } from '../../texts/texts.ts';
import type { MarketState } from './market-state.tsx';
import classes from './markets.module.css';

interface StateChoiceProps {
  readonly label: string;
  readonly value: MarketState;
  readonly onChange: (state: MarketState) => void;
}

/** The states of a market, each with the requests that it accepts. */
export function StateChoice({ label, onChange, value }: StateChoiceProps) {
  const t = useTexts();
  return (
    <Radio.Group
      label={label}
      value={value}
      onChange={(chosen) => {
        const state = marketStates.find((one) => one === chosen);
        if (state !== undefined) onChange(state);
      }}
    >
      <div className={classes.choices}>
        {marketStates.map((state) => (
          <Radio
            key={state}

            value={state}
            label={t(`markets.states.${state}`)}
            description={t(`markets.accepts.${state}`)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
