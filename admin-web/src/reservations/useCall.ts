import { useDataProvider } from 'react-admin'
import type { ConsoleDataProvider } from '@/dataProvider/dataProvider'

/** Named operations of the staff API. Through react-admin, so that an ended session leads to the log-in. */
export const useCall = (): ConsoleDataProvider['call'] =>
  useDataProvider<ConsoleDataProvider>().call
