import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { Key } from '@/ui/keys/Key'
import { useShortcut } from '@/ui/keys/useShortcut'
import type { ComposerState, FilledTemplate } from './useComposer'

interface TemplateChoiceProps {
  templates: readonly FilledTemplate[]
  state: ComposerState
}

/** Templates, filled in for this household. `t` goes to them; a digit there chooses one. */
export function TemplateChoice({ templates, state }: TemplateChoiceProps) {
  const list = useRef<HTMLOListElement>(null)
  useShortcut('t', () => list.current?.querySelector('button')?.focus())
  function choose(template: FilledTemplate | undefined) {
    if (!template) return
    state.choose(template)
    document.getElementById('message-text')?.focus()
  }
  return (
    <section aria-labelledby="templates-title">
      <h2 id="templates-title">
        Vorlagen <Key name="t" />
      </h2>
      <ol
        className="template-choice"
        ref={list}
        onKeyDown={(event) => {
          const digit = Number(event.key)
          if (!(digit >= 1)) return
          event.preventDefault()
          choose(templates[digit - 1])
        }}
      >
        {templates.map((template, index) => (
          <li key={template.id}>
            <button
              type="button"
              aria-pressed={state.template === template.id}
              onClick={() => choose(template)}
            >
              <Key name={String(index + 1)} />
              <span>
                {template.name}
                {template.missing.length > 0 && (
                  <small>ohne Wert: {template.missing.join(', ')}</small>
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <Link to="/messages/templates">Vorlagen bearbeiten</Link>
    </section>
  )
}
