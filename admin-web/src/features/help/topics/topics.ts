import type { Topic } from '../topic'
import { DESK } from './desk'
import { MAILBOX } from './mailbox'
import { MARKETING } from './marketing'
import { SETUP } from './setup'

/** All topics of the help, in the order of the navigation. */
export const TOPICS: readonly Topic[] = [...DESK, ...MAILBOX, ...MARKETING, ...SETUP]

export const topicNamed = (name: string | undefined): Topic | undefined =>
  TOPICS.find((topic) => topic.name === name)
