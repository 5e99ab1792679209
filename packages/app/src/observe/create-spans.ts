import type { Observation, Observe } from '@millrace/server';
import {
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

type StepEnded = Extract<Observation, { readonly type: 'step_ended' }>;

/**
 * Makes spans of what runs do, by OpenTelemetry's names for generative AI: one for each time that a run is worked on here, and in it one for each
 * request to a model, call of a tool and wait for a person. No span has content. Without an SDK in the process the API does nothing.
 */
export function createSpans(tracer: Tracer = trace.getTracer('millrace')): Observe {
  const runs = new Map<string, Span>();

  function stepSpan(run: Span | undefined, { run_id, model, provider, step, cost }: StepEnded): void {
    const { type, name, started_at, first_at, ended_at = started_at, status, usage, stop_reason } = step;
    const operation = { model: 'chat', tool: 'execute_tool', person: 'wait_for_person' }[type];
    const span = tracer.startSpan(
      `${operation} ${type === 'model' ? model : name}`,
      {
        startTime: started_at,
        kind: type === 'model' ? SpanKind.CLIENT : SpanKind.INTERNAL,
        attributes: {
          'gen_ai.operation.name': operation,
          'gen_ai.conversation.id': run_id,
          ...(type === 'model'
            ? {
                'gen_ai.provider.name': provider,
                'gen_ai.request.model': model,
                'millrace.step': step.step ?? 0,
                'millrace.attempt': step.attempt ?? 0,
                ...(usage && {
                  'gen_ai.usage.input_tokens': usage.input_tokens,
                  'gen_ai.usage.output_tokens': usage.output_tokens,
                  'gen_ai.usage.cache_read.input_tokens': usage.cache_read_input_tokens ?? 0,
                  'gen_ai.usage.cache_creation.input_tokens': usage.cache_creation_input_tokens ?? 0,
                }),
                ...(stop_reason !== undefined && { 'gen_ai.response.finish_reasons': [stop_reason] }),
                ...(cost !== undefined && { 'millrace.cost.dollars': cost }),
              }
            : { 'gen_ai.tool.name': name, ...(type === 'tool' && { 'gen_ai.tool.call.id': step.id }) }),
        },
      },
      run === undefined ? ROOT_CONTEXT : trace.setSpan(context.active(), run),
    );
    if (first_at !== undefined) span.addEvent('gen_ai.first_token', {}, first_at);
    if (status !== 'done') span.setAttribute('error.type', status);
    if (status === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(ended_at);
  }

  return (seen) => {
    switch (seen.type) {
      case 'run_taken': {
        const { run_id, model, again } = seen;
        const attributes = {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.conversation.id': run_id,
          'gen_ai.request.model': model,
          'millrace.again': again,
        };
        runs.set(
          run_id,
          tracer.startSpan('invoke_agent', { kind: SpanKind.INTERNAL, attributes, root: true }),
        );
        return;
      }
      case 'step_ended':
        stepSpan(runs.get(seen.run_id), seen);
        return;
      case 'run_left': {
        const span = runs.get(seen.run_id);
        runs.delete(seen.run_id);
        span?.setAttribute('millrace.status', seen.status);
        if (seen.status === 'failed' || seen.status === 'lost')
          span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end(seen.left_at);
        return;
      }
      case 'request':
      case 'streams':
        return;
    }
  };
}
