/** Of a pilot park that was called off, where places were offered. */
export const cancelledText =
  'Dieser Solarpark wird nicht gebaut, deshalb können Sie hier keinen Platz mehr reservieren. Wer einen hatte, hat eine Mail von uns bekommen.'
