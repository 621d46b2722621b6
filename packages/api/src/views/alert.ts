import { Type } from 'typebox';
import { closed, Next, Time, text } from './parts.ts';
import type { View } from './view.ts';

export const AlertPageSchema = Type.Object(
  {
    alerts: Type.Array(
      Type.Object(
        {
          ibi: text('Label of an original that several Archives claim, or alias that items of several carry'),
          claims: Type.Array(
            Type.Object(
              {
                service: Type.String(),
                address: Type.String(),
                url: Type.Optional(Type.String()),
                timestamp: Type.Optional(Type.String()),
              },
              closed,
            ),
          ),
          firstSeen: Time,
          lastSeen: Time,
          times: Type.Integer(),
        },
        closed,
      ),
    ),
    next: Next,
  },
  closed,
);

export type AlertPage = View<typeof AlertPageSchema>;
