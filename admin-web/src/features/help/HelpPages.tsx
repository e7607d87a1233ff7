import { Link, Route, Routes } from 'react-router-dom'
import { KeyRows } from '@/ui/keys/Keys'
import { KEY_GROUPS, keysOf } from '@/ui/keys/keyTable'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { topicGroups } from './groups'
import { HelpTopic } from './HelpTopic'
import type { HelpGroup } from './topic'
import { topicNamed } from './topics/topics'
import '@/ui/page/sheets.css'
import './help.css'

/** Help for the pages in these groups. What a role does not see is not explained to it either. */
export function HelpPages({ groups }: { groups: readonly HelpGroup[] }) {
  return (
    <Routes>
      <Route index element={<HelpList groups={groups} />} />
      <Route path=":name" element={<HelpTopic groups={groups} />} />
    </Routes>
  )
}

/** Every topic with its first sentence, and the keys of the console. */
function HelpList({ groups }: { groups: readonly HelpGroup[] }) {
  return (
    <Page title="Hilfe">
      <p className="help-lead">
        Zu jeder Seite der Konsole steht hier, wofür sie da ist und wie Sie mit ihr arbeiten. Mit{' '}
        <kbd>F1</kbd> öffnen Sie die Hilfe zu der Seite, auf der Sie gerade sind.
      </p>
      <div className="help-groups">
        {topicGroups(groups).map(({ label, names }) => (
          <Section key={label} title={label}>
            <ul className="help-topics">
              {names.map((name) => (
                <TopicLine key={name} name={name} />
              ))}
            </ul>
          </Section>
        ))}
      </div>
      <Section title="Tasten">
        <div className="help-keys">
          {KEY_GROUPS.map((group) => (
            <div key={group}>
              <h3>{group}</h3>
              <KeyRows keys={keysOf(group)} />
            </div>
          ))}
        </div>
      </Section>
    </Page>
  )
}

function TopicLine({ name }: { name: string }) {
  const topic = topicNamed(name)
  if (!topic) return null
  return (
    <li>
      <Link to={`/help/${name}`}>{topic.title}</Link>
      <p className="muted">{firstSentence(topic.purpose)}</p>
    </li>
  )
}

const firstSentence = (text: string): string =>
  text.replaceAll('`', '').split(/(?<=[.!?]) /)[0] ?? ''
