import { Fragment } from 'react'
import { Link, useParams } from 'react-router-dom'
import { KeyRows } from '@/ui/keys/Keys'
import { KEYS } from '@/ui/keys/keyTable'
import { AccessDenied } from '@/ui/page/AccessDenied'
import { NotFound } from '@/ui/page/NotFound'
import { Page } from '@/ui/page/Page'
import { visibleTopics } from './groups'
import { type HelpGroup, type Topic, textPieces } from './topic'
import { topicNamed } from './topics/topics'

/** One page of the help: what for, step by step, keys, words, and where to read on. */
export function HelpTopic({ groups }: { groups: readonly HelpGroup[] }) {
  const { name } = useParams()
  const topic = topicNamed(name)
  if (!topic) return <NotFound />
  const visible = visibleTopics(groups)
  if (!visible.has(topic.name)) return <AccessDenied />
  const page = groups.flatMap(({ pages }) => pages).find((one) => one.name === topic.name)
  return (
    // Another topic begins at its heading again.
    <Page key={topic.name} title={topic.title} overline={<Link to="/help">Hilfe</Link>}>
      <article className="sheet help-topic">
        <p className="help-lead">
          <Text text={topic.purpose} />
        </p>
        <Steps steps={topic.steps} />
        <Words words={topic.words} />
        <h2>Tasten</h2>
        <KeyRows keys={topic.keys.map((key) => KEYS[key])} />
        <ReadOn topic={topic} visible={visible} page={page} />
      </article>
    </Page>
  )
}

/** A text whose keys look like keys. */
const Text = ({ text }: { text: string }) =>
  textPieces(text).map(({ text: piece, isKey }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
    isKey ? <kbd key={at}>{piece}</kbd> : <Fragment key={at}>{piece}</Fragment>,
  )

function Steps({ steps }: Pick<Topic, 'steps'>) {
  return (
    <>
      <h2>So geht es</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>
            <Text text={step} />
          </li>
        ))}
      </ol>
    </>
  )
}

function Words({ words }: Pick<Topic, 'words'>) {
  return (
    <>
      <h2>Wörter</h2>
      <dl className="help-words">
        {words.map(([word, meaning]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

interface ReadOnProps {
  topic: Topic
  visible: ReadonlySet<string>
  /** The page that the topic is about, where the navigation has it. */
  page: { path: string } | undefined
}

function ReadOn({ topic, visible, page }: ReadOnProps) {
  const related = topic.related.filter((name) => visible.has(name))
  return (
    <nav className="help-read-on" aria-label="Weiterlesen">
      {page && <Link to={page.path}>Zur Seite {topic.title}</Link>}
      {related.length > 0 && <span className="muted">Siehe auch:</span>}
      {related.map((name) => (
        <Link key={name} to={`/help/${name}`}>
          {topicNamed(name)?.title}
        </Link>
      ))}
    </nav>
  )
}
