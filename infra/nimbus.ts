import { App, type AppProps, Validations } from 'aws-cdk-lib';
import flags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { AwsSolutionsChecks } from 'cdk-nag';
import { NimbusStack, type NimbusStackProps } from './stack.ts';

/**
 * The app with its one stack, checked by the AWS Solutions rules: `synth` throws at any finding that
 * acknowledgements.ts does not accept. The behaviour of CDK itself is that of a new project.
 */
export function nimbus(props: NimbusStackProps, options: AppProps = {}): App {
  const app = new App({ context: flags, ...options });
  new NimbusStack(app, 'nimbus', props);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}
