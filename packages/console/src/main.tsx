import './ui/styles/app.css';
import './ui/styles/frame.css';
import './ui/styles/parts.css';
import './ui/styles/forms.css';
import { render } from 'preact';
import { Application } from './shell/application.tsx';

const root = document.querySelector('#app');
if (root !== null) render(<Application />, root);
