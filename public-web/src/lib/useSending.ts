import { sentText } from '@/content/de/sent'
import { useSettings } from './settingsContext'

/** Words which say that a mail leaves, with what that comes to where no mail server is set up. */
export function useSending(): (words: string) => string {
  const { mailsLeave } = useSettings()
  return (words) => (mailsLeave ? words : `${words} ${sentText.nowhere}`)
}
