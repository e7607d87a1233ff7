import type { ResourceProps } from 'react-admin'
import { MailList } from './MailList'

export const mails: ResourceProps = { name: 'mails', list: MailList }
